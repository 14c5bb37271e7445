//===- CNameLists.h - Names that headers of C and C++ own -------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Lists of names with a space between them, in the order of their characters.
// A list that a standard's rule makes shorter is the rule's: see CNames.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef PAD_LIB_CINTERFACE_CNAMELISTS_H
#define PAD_LIB_CINTERFACE_CNAMELISTS_H

#include "llvm/ADT/StringRef.h"

namespace mlir {
namespace pad {

/// Keywords and alternative tokens: C17 6.4.1, C23 6.4.1 (`typeof`, which GNU C
/// has before it), C++23 [lex.key] and its `contract_assert` of C++26, and
/// `asm`, which C17 J.5.10 names as a common extension.
inline constexpr llvm::StringLiteral kKeywords =
    "alignas alignof and and_eq asm auto bitand bitor bool break case catch "
    "char char16_t char32_t char8_t class co_await co_return co_yield compl "
    "concept const const_cast consteval constexpr constinit continue "
    "contract_assert decltype default delete do double dynamic_cast else enum "
    "explicit export extern false float for friend goto if inline int long "
    "mutable namespace new noexcept not not_eq nullptr operator or or_eq "
    "private protected public register reinterpret_cast requires restrict "
    "return short signed sizeof static static_assert static_cast struct switch "
    "template this thread_local throw true try typedef typeid typename typeof "
    "typeof_unqual union unsigned using virtual void volatile wchar_t while "
    "xor xor_eq";

/// Macros that GCC and Clang define for a target although no standard reserves
/// them: the C preprocessor's manual, "System-specific Predefined Macros".
inline constexpr llvm::StringLiteral kCompilerMacros =
    "MIPSEB MIPSEL PPC R3000 R4000 WIN32 WIN64 WINNT hppa i386 linux mips "
    "powerpc sparc sun unix vax";

/// How macros of the headers of C start: C17 7.31.4, 7.31.6 to 7.31.8 and
/// 7.31.14, C23 7.33, the limits of C17 5.2.4.2, and POSIX 2.2.2 for the same
/// headers.
inline constexpr llvm::StringLiteral kMacroPrefixes =
    "ADJ_ ATOMIC_ BUS_ CLD_ CLOCK_ CMPLX DBL_ DEC128_ DEC32_ DEC64_ FD_ FE_ "
    "FLT_ FPE_ FP_ F_ HUGE_VAL ILL_ LC_ LDBL_ L_ MATH_ MOD_ M_ NL_ POLL_ "
    "POSIX_ PTHREAD_ P_ REG_ RENAME_ SA_ SEEK_ SEGV_ SIG_ SI_ SNAN SS_ STA_ "
    "STDC_ TIMER_ TIME_ TRAP_ TSS_";

/// Other macros of the headers of C: C17 7.2 to 7.30, C23 7.21 (`unreachable`),
/// and what POSIX and the GNU C library add to these headers and <unistd.h>.
inline constexpr llvm::StringLiteral kMacros =
    "BIG_ENDIAN BUFSIZ BYTE_ORDER CHAR_BIT CLOCKS_PER_SEC CLOSE_RANGE_CLOEXEC "
    "CLOSE_RANGE_UNSHARE DECIMAL_DIG I INFINITY LITTLE_ENDIAN LONG_BIT "
    "MAXFLOAT MAX_CANON MAX_INPUT MINSIGSTKSZ NAN NFDBITS NGREG NSIG NULL "
    "NZERO ONCE_FLAG_INIT PDP_ENDIAN PIPE_BUF R_OK STDERR_FILENO STDIN_FILENO "
    "STDOUT_FILENO TEMP_FAILURE_RETRY WCONTINUED WEOF WEXITED WEXITSTATUS "
    "WIFCONTINUED WIFEXITED WIFSIGNALED WIFSTOPPED WNOHANG WNOWAIT WORD_BIT "
    "WSTOPPED WSTOPSIG WTERMSIG WUNTRACED W_OK X_OK assert assert_perror "
    "be16toh be32toh be64toh complex errno htobe16 htobe32 htobe64 htole16 "
    "htole32 htole64 imaginary iscanonical iseqsig isgreater isgreaterequal "
    "isless islessequal islessgreater issignaling issubnormal isunordered "
    "iszero kill_dependency le16toh le32toh le64toh math_errhandling noreturn "
    "offsetof sa_handler sa_sigaction si_addr si_addr_lsb si_arch si_band "
    "si_call_addr si_fd si_int si_lower si_overrun si_pid si_pkey si_ptr "
    "si_status si_stime si_syscall si_timerid si_uid si_upper si_utime "
    "si_value sigev_notify_attributes sigev_notify_function sigmask sigsetjmp "
    "st_atime st_ctime st_mtime stderr stdin stdout strdupa strndupa "
    "unreachable va_arg va_copy va_end va_start";

/// Types of the headers of C and POSIX that do not end in `_t`, as those that
/// do are reserved in POSIX 2.2.2.
inline constexpr llvm::StringLiteral kTypes =
    "DIR FILE fd_set jmp_buf memory_order once_flag quad sigjmp_buf u_char "
    "u_int u_long u_short uint ulong ushort va_list";

/// How names of functions start: C17 7.31.8 and 7.31.15, C23 7.18 and 7.20, and
/// POSIX 2.2.2.
inline constexpr llvm::StringLiteral kFunctionPrefixes =
    "aio_ atomic_ ckd_ clock_ cnd_ memory_order_ mq_ mtx_ posix_ pthread_ "
    "sched_ sem_ stdc_ thrd_ timer_ tss_";

/// What twins of functions end in: other floats (C17 7.31.1, C23 H.11), large
/// files, locales, threads (POSIX 2008), and checked bounds (C17 K.3).
inline constexpr llvm::StringLiteral kTwinSuffixes =
    "64 _l _r _s _unlocked d128 d32 d64 f f128 f128x f16 f32 f32x f64 f64x l";

/// Functions of the library of C: C17 7.2 to 7.30 and C23 7.3 to 7.32. Those
/// for other floats, locales and threads have suffixes, see kTwinSuffixes.
inline constexpr llvm::StringLiteral kCFunctions =
    "abort abs acos acosh acospi aligned_alloc asctime asin asinh asinpi "
    "at_quick_exit atan atan2 atan2pi atanh atanpi atexit atof atoi atol "
    "bsearch btowc c16rtomb c32rtomb c8rtomb cabs cacos cacosh call_once "
    "calloc canonicalize carg casin casinh catan catanh cbrt ccos ccosh ceil "
    "cexp cimag clearerr clock clog compoundn conj copysign cos cosh cospi "
    "cpow cproj creal csin csinh csqrt ctan ctanh ctime d32add d32div d32fma "
    "d32mul d32sqrt d32sub d64add d64div d64fma d64mul d64sqrt d64sub daddl "
    "ddivl dfmal difftime div dmull dsqrtl dsubl erf erfc exit exp exp10 "
    "exp10m1 exp2 exp2m1 expm1 f32add f32div f32fma f32mul f32sqrt f32sub "
    "f32xadd f32xdiv f32xfma f32xmul f32xsqrt f32xsub f64add f64div f64fma "
    "f64mul f64sqrt f64sub f64xadd f64xdiv f64xfma f64xmul f64xsqrt f64xsub "
    "fabs fadd fclose fdim fdiv feclearexcept fegetenv fegetexceptflag "
    "fegetmode fegetround feholdexcept feof feraiseexcept ferror fesetenv "
    "fesetexcept fesetexceptflag fesetmode fesetround fetestexcept "
    "fetestexceptflag feupdateenv fflush ffma fgetc fgetpos fgets fgetwc "
    "fgetws floor fma fmax fmaximum fmaximum_mag fmaximum_mag_num fmaximum_num "
    "fmin fminimum fminimum_mag fminimum_mag_num fminimum_num fmod fmul fopen "
    "fpclassify fprintf fputc fputs fputwc fputws fread free "
    "free_aligned_sized free_sized freopen frexp fromfp fromfpx fscanf fseek "
    "fsetpos fsqrt fsub ftell fwide fwprintf fwrite fwscanf getc getchar "
    "getenv getpayload gets getwc getwchar gmtime hypot ilogb imaxabs imaxdiv "
    "isalnum isalpha isblank iscntrl isdigit isfinite isgraph isinf islower "
    "isnan isnormal isprint ispunct isspace isupper iswalnum iswalpha iswblank "
    "iswcntrl iswctype iswdigit iswgraph iswlower iswprint iswpunct iswspace "
    "iswupper iswxdigit isxdigit labs ldexp ldiv lgamma llabs lldiv llogb "
    "llrint llround localeconv localtime log log10 log10p1 log1p log2 log2p1 "
    "logb logp1 longjmp lrint lround malloc mblen mbrlen mbrtoc16 mbrtoc32 "
    "mbrtoc8 mbrtowc mbsinit mbsrtowcs mbstowcs mbtowc memalignment memccpy "
    "memchr memcmp memcpy memmove memset memset_explicit mktime modf nan "
    "nearbyint nextafter nextdown nexttoward nextup perror pow pown powr "
    "printf putc putchar puts putwc putwchar qsort quick_exit raise rand "
    "realloc remainder remove remquo rename rewind rint rootn round roundeven "
    "rsqrt scalbln scalbn scanf setbuf setjmp setlocale setpayload "
    "setpayloadsig setvbuf signal signbit sin sinh sinpi snprintf sprintf sqrt "
    "srand sscanf strcat strchr strcmp strcoll strcpy strcspn strdup strerror "
    "strfromd strfromf strfroml strftime strlen strncat strncmp strncpy "
    "strndup strpbrk strrchr strspn strstr strtod strtof strtoimax strtok "
    "strtol strtold strtoul strtoumax strxfrm swprintf swscanf system tan tanh "
    "tanpi tgamma time timegm timespec_get timespec_getres tmpfile tmpnam "
    "tolower totalorder totalordermag toupper towctrans towlower towupper "
    "trunc ufromfp ufromfpx ungetc ungetwc vfprintf vfscanf vfwprintf vfwscanf "
    "vprintf vscanf vsnprintf vsprintf vsscanf vswprintf vswscanf vwprintf "
    "vwscanf wcrtomb wcscat wcschr wcscmp wcscoll wcscpy wcscspn wcsftime "
    "wcslen wcsncat wcsncmp wcsncpy wcspbrk wcsrchr wcsrtombs wcsspn wcsstr "
    "wcstod wcstof wcstoimax wcstok wcstol wcstold wcstombs wcstoul wcstoumax "
    "wcsxfrm wctob wctomb wctrans wctype wmemchr wmemcmp wmemcpy wmemmove "
    "wmemset wprintf wscanf";

/// Functions and variables of POSIX 2008 and 2024, with the X/Open System
/// Interfaces.
inline constexpr llvm::StringLiteral kPosixFunctions =
    "a64l accept accept4 access alarm alphasort asprintf bind bindtextdomain "
    "catclose catgets catopen cfgetispeed cfgetospeed cfsetispeed cfsetospeed "
    "chdir chmod chown close closedir closelog confstr connect creat ctermid "
    "daylight dgettext dirfd dirname dladdr dlclose dlerror dlopen dlsym "
    "dprintf drand48 dup dup2 dup3 duplocale endgrent endhostent endnetent "
    "endprotoent endpwent endservent endutxent environ erand48 execl execle "
    "execlp execv execve execvp faccessat fchdir fchmod fchmodat fchown "
    "fchownat fcntl fdatasync fdopen fdopendir fexecve ffs fileno flockfile "
    "fmemopen fmtmsg fnmatch fork fpathconf freeaddrinfo freelocale fseeko "
    "fstat fstatat fstatvfs fsync ftello ftok ftruncate ftrylockfile ftw "
    "funlockfile futimens gai_strerror getaddrinfo getcwd getdate getdate_err "
    "getdelim getegid getentropy geteuid getgid getgrent getgrgid getgrnam "
    "getgroups gethostbyaddr gethostbyname gethostent gethostid gethostname "
    "getitimer getline getlogin getnameinfo getnetbyaddr getnetbyname "
    "getnetent getopt getpeername getpgid getpgrp getpid getppid getpriority "
    "getprotobyname getprotobynumber getprotoent getpwent getpwnam getpwuid "
    "getresgid getresuid getrlimit getrusage getservbyname getservbyport "
    "getservent getsid getsockname getsockopt getsubopt gettext gettimeofday "
    "getuid getutxent getutxid getutxline glob globfree grantpt hcreate "
    "hdestroy hsearch htonl htons iconv iconv_close iconv_open "
    "if_freenameindex if_indextoname if_nameindex if_nametoindex inet_addr "
    "inet_lnaof inet_makeaddr inet_netof inet_network inet_ntoa inet_ntop "
    "inet_pton initstate insque isascii isatty jrand48 kill killpg l64a lchown "
    "lcong48 lfind link linkat lio_listio listen lockf lrand48 lsearch lseek "
    "lstat mbsnrtowcs memmem mkdir mkdirat mkdtemp mkfifo mkfifoat mknod "
    "mknodat mkostemp mkstemp mlock mlockall mmap mprotect mrand48 msgctl "
    "msgget msgrcv msgsnd msync munlock munlockall munmap nanosleep newlocale "
    "nftw ngettext nice nl_langinfo nrand48 ntohl ntohs open open_memstream "
    "open_wmemstream openat opendir openlog optarg opterr optind optopt "
    "pathconf pause pclose pipe pipe2 poll popen ppoll pread pselect psiginfo "
    "psignal ptsname putenv pututxline pwrite random read readdir readlink "
    "readlinkat readv reallocarray realpath recv recvfrom recvmsg regcomp "
    "regerror regexec regfree remque renameat rewinddir rmdir scandir "
    "secure_getenv seed48 seekdir select semctl semget semop send sendmsg "
    "sendto setegid setenv seteuid setgid setgrent sethostent setitimer "
    "setlogmask setnetent setpgid setpgrp setpriority setprotoent setpwent "
    "setregid setresgid setresuid setreuid setrlimit setservent setsid "
    "setsockopt setstate setuid setutxent shm_open shm_unlink shmat shmctl "
    "shmdt shmget shutdown sigaction sigaddset sigaltstack sigdelset "
    "sigemptyset sigfillset sighold sigignore siginterrupt sigismember "
    "siglongjmp signgam sigpause sigpending sigprocmask sigqueue sigrelse "
    "sigset sigsuspend sigtimedwait sigwait sigwaitinfo sleep sockatmark "
    "socket socketpair srand48 srandom stat statvfs stpcpy stpncpy strcasecmp "
    "strfmon strlcat strlcpy strncasecmp strnlen strptime strsignal swab "
    "symlink symlinkat sync sysconf syslog tcdrain tcflow tcflush tcgetattr "
    "tcgetpgrp tcgetsid tcsendbreak tcsetattr tcsetpgrp tdelete telldir "
    "tempnam textdomain tfind times timezone toascii truncate tsearch ttyname "
    "twalk tzname tzset umask uname unlink unlinkat unlockpt unsetenv "
    "uselocale utime utimensat utimes vasprintf vdprintf wait waitid waitpid "
    "wcpcpy wcpncpy wcscasecmp wcsdup wcslcat wcslcpy wcsncasecmp wcsnlen "
    "wcsnrtombs wcswcs wcswidth wcwidth wordexp wordfree write writev";

/// Functions and variables that the headers of C, POSIX and <err.h> declare by
/// default on Linux and BSD, among them the older names of X/Open's libm.
inline constexpr llvm::StringLiteral kLibraryFunctions =
    "acct alloca arc4random arc4random_buf arc4random_uniform basename bcmp "
    "bcopy brk bzero canonicalize_file_name chroot clearenv clog10 close_range "
    "closefrom copy_file_range crypt cuserid daemon dcgettext dcngettext "
    "dngettext drem dysize eaccess ecvt endusershell err error error_at_line "
    "error_message_count error_one_per_line error_print_progname errx "
    "euidaccess execveat execvpe explicit_bzero fallocate fcloseall fcvt "
    "fedisableexcept feenableexcept fegetexcept finite fmaxmag fminmag "
    "fopencookie gamma gcvt get_current_dir_name getdomainname getdtablesize "
    "getloadavg getpagesize getpass getpt gettid getumask getusershell getw "
    "getwd group_member gsignal index isctype j0 j1 jn lchmod lgammaf128_r "
    "lgammaf32_r lgammaf32x_r lgammaf64_r lgammaf64x_r lgammaf_r lgammal_r "
    "madvise major makedev memfd_create memfrob mempcpy memrchr mincore minor "
    "mkostemps mkstemps mktemp mlock2 mremap name_to_handle_at obstack_printf "
    "obstack_vprintf on_exit open_by_handle_at pkey_alloc pkey_free pkey_get "
    "pkey_mprotect pkey_set pow10 process_madvise process_mrelease profil "
    "program_invocation_name program_invocation_short_name putw qecvt qfcvt "
    "qgcvt rawmemchr readahead remap_file_pages renameat2 revoke rindex "
    "rpmatch sbrk scalb setbuffer setdomainname sethostid sethostname "
    "setlinebuf setlogin setusershell sigabbrev_np sigandset sigblock "
    "sigdescr_np siggetmask sigisemptyset significand sigorset sigreturn "
    "sigsetmask sigstack sincos splice ssignal statx strcasestr strchrnul "
    "strerrordesc_np strerrorname_np strfromf128 strfromf32 strfromf32x "
    "strfromf64x strfry strmode strsep strtof128 strtof32 strtof32x strtof64x "
    "strtoll_l strtoq strtoull_l strtouq strverscmp sync_file_range syncfs "
    "syscall sysv_signal tee tgkill timelocal ttyslot ualarm usleep valloc "
    "verr verrx vfork vhangup vmsplice vwarn vwarnx warn warnx wcschrnul "
    "wcstof128 wcstof32 wcstof32x wcstof64x wcstoll_l wcstoq wcstoull_l "
    "wcstouq wmempcpy y0 y1 yn";

} // namespace pad
} // namespace mlir

#endif // PAD_LIB_CINTERFACE_CNAMELISTS_H
