typ2 () 
{ 
    for ((i=0; i<${#1}; i++))
    do
        c="${1:$i:1}";
        case "$c" in 
            .)
                c=period
            ;;
            -)
                c=minus
            ;;
            " ")
                c=space
            ;;
        esac;
        xdotool key -- $c;
        sleep .15;
    done;
    sleep .2
}
