// Which labels REDUCE and NEWOBJ may make records of (pickle.h says why there are others).
#include "core/io/container/torch/pickle.h"
#include "core/text/escape.h"

#include <algorithm>
#include <array>
#include <string>

namespace heed::io::pickle {

namespace {

/// The modules of Python itself (3.13's sys.stdlib_module_names, and what 2.7 called otherwise). Those that
/// begin with an underscore are its own, too, but for __main__: that is the user's program.
constexpr std::string_view python_modules =
    " Queue StringIO abc aifc antigravity argparse array ast asynchat asyncio asyncore atexit audioop base64 "
    "bdb "
    "binascii bisect builtins bz2 cPickle cProfile cStringIO calendar cgi cgitb chunk cmath cmd code codecs "
    "codeop "
    "collections colorsys commands compileall concurrent configparser contextlib contextvars copy copy_reg "
    "copyreg "
    "crypt csv ctypes curses dataclasses datetime dbm decimal difflib dis distutils doctest email encodings "
    "ensurepip "
    "enum errno exceptions faulthandler fcntl filecmp fileinput fnmatch fractions ftplib functools gc "
    "genericpath "
    "getopt getpass gettext glob graphlib grp gzip hashlib heapq hmac html http httplib idlelib imaplib "
    "imghdr imp "
    "importlib inspect io ipaddress itertools json keyword lib2to3 linecache locale logging lzma mailbox "
    "mailcap "
    "marshal math mimetypes mmap modulefinder msilib msvcrt multiprocessing netrc nis nntplib nt ntpath "
    "nturl2path "
    "numbers opcode operator optparse os ossaudiodev pathlib pdb pickle pickletools pipes pkgutil platform "
    "plistlib "
    "popen2 poplib posix posixpath pprint profile pstats pty pwd py_compile pyclbr pydoc pydoc_data pyexpat "
    "queue "
    "quopri random re readline reprlib resource rlcompleter runpy sched secrets select selectors shelve "
    "shlex shutil "
    "signal site smtpd smtplib sndhdr socket socketserver spwd sqlite3 sre_compile sre_constants sre_parse "
    "ssl stat "
    "statistics string stringprep struct subprocess sunau symtable sys sysconfig syslog tabnanny tarfile "
    "telnetlib "
    "tempfile termios textwrap this thread threading time timeit tkinter token tokenize tomllib trace "
    "traceback "
    "tracemalloc tty turtle turtledemo types typing unicodedata unittest urllib urllib2 uu uuid venv "
    "warnings wave "
    "weakref webbrowser winreg winsound wsgiref xdrlib xml xmlrpc zipapp zipfile zipimport zlib zoneinfo ";

struct Harmless {
    std::string_view module, names; // between spaces; "*": all
};
constexpr std::string_view plain_types = " bool bytearray bytes complex dict float frozenset int list long "
                                         "object range set slice str tuple unicode xrange ";
/// Of those modules and of PyTorch: values, containers, and what makes tensors.
constexpr auto harmless = std::to_array<Harmless>({
    {"__builtin__", plain_types},
    {"builtins", plain_types},
    {"_codecs", " encode "}, // how protocol 2 writes bytes
    {"argparse", " Namespace "},
    {"collections", " Counter OrderedDict defaultdict deque "},
    {"copy_reg", " _reconstructor "},
    {"copyreg", " _reconstructor "},
    {"datetime", "*"},
    {"decimal", " Decimal "},
    {"fractions", " Fraction "},
    {"functools", " partial "},
    {"itertools", "*"},
    {"logging", " getLogger "},
    {"optparse", " Values "},
    {"pathlib", "*"},
    {"random", " Random "},
    {"time", " struct_time "},
    {"re", " _compile "},
    {"types", " SimpleNamespace "},
    {"uuid", " UUID "},
    {"torch", " Size device "},
    {"torch.serialization", " _get_layout "},
    {"torch._tensor", " _rebuild_from_type _rebuild_from_type_v2 "},
    {"torch._utils", " _rebuild_parameter _rebuild_parameter_with_state _rebuild_tensor _rebuild_tensor_v2 "},
});
/// PyTorch's own classes of modules, optimizers and data sets: users pickle them whole.
constexpr std::array<std::string_view, 3> torch_packages = {"torch.nn.", "torch.optim.", "torch.utils.data."};

struct Advice {
    std::string_view label, sentence;
};
constexpr auto advice = std::to_array<Advice>({
    {"torch._utils._rebuild_qtensor", "holds a quantized tensor (torch._utils._rebuild_qtensor), which is "
                                      "not read; save the model before it is quantized"},
    {"torch._utils._rebuild_sparse_tensor", "holds a sparse tensor (torch._utils._rebuild_sparse_tensor), "
                                            "which is not read; save it with to_dense()"},
    {"torch._utils._rebuild_sparse_csr_tensor",
     "holds a sparse tensor (torch._utils._rebuild_sparse_csr_tensor), which is not read; save it with "
     "to_dense()"},
    {"torch.storage._load_from_bytes", "holds a pickle within a pickle (torch.storage._load_from_bytes), "
                                       "which is not read; write it with torch.save"},
});

bool lists(std::string_view words, std::string_view word) {
    if (word.empty() || word.find(' ') != word.npos) return false;
    return words.find(" " + std::string(word) + " ") != words.npos;
}

bool is_harmless(const Label& label) {
    return std::any_of(harmless.begin(), harmless.end(), [&](const Harmless& row) {
        return row.module == label.module && (row.names == "*" || lists(row.names, label.name));
    });
}

bool is_pythons(std::string_view package) {
    return lists(python_modules, package) || (package.starts_with("_") && package != "__main__");
}

} // namespace

bool is_suspicious(const Label& label) {
    return is_pythons(label.module.substr(0, label.module.find('.'))) && !is_harmless(label);
}

std::string refusal(const Label& label) {
    const std::string text = label.text();
    const std::string_view package = label.module.substr(0, label.module.find('.'));
    if (package == "__torch__" || label.module.starts_with("torch.jit"))
        return "holds TorchScript (" + escaped(text) +
               "), which is not read; save model.state_dict() instead";
    for (const Advice& row : advice) {
        if (row.label == text) return std::string(row.sentence);
    }
    if (is_suspicious(label))
        return "asks for " + escaped(text) + " to be called, which no saved model needs; nothing was run";
    const bool known = package != "torch" || is_harmless(label) ||
                       std::any_of(torch_packages.begin(), torch_packages.end(),
                                   [&](std::string_view begin) { return label.module.starts_with(begin); });
    return known ? "" : "needs " + escaped(text) + ", which is not read; save model.state_dict() instead";
}

} // namespace heed::io::pickle
