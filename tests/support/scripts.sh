# One text in each of twelve scripts, as tests/support/scripts.h has them: source it.
declare -A scripts=(
    [latin_with_marks]=$'e\u0301te\u0301 n\u0303o'
    [greek]='Ἀθῆναι'
    [cyrillic]='Война и мир'
    [arabic]='مرحبا بالعالم'
    [hebrew]='שלום עולם'
    [hindi]='नमस्ते दुनिया'
    [thai]='สวัสดีโลก'
    [chinese]='你好世界'
    [japanese]='こんにちは世界'
    [korean]='안녕하세요'
    [emoji]='👩🏽‍🔬🇺🇳👨‍👩‍👧‍👦'
    [mathematical]='𝒳𝟙𝔸𝖟'
)
export LC_ALL=C.UTF-8
