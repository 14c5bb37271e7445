# Links MLIR and LLVM as archives, for a libPadC.so that works where neither is (scripts/wheel).
# The archives of a package, as Debian's, ask for the target LLVM, which is its shared library, and
# for shared libraries that are not on every system.

set(LLVM_LINK_LLVM_DYLIB OFF)
set(MLIR_LINK_MLIR_DYLIB OFF)
# Where the dynamic linker finds it, if it does.
set(PAD_OPENMP_LIBRARY libomp.so.5)

find_library(PAD_ZLIB_ARCHIVE libz.a REQUIRED)
find_library(PAD_ZSTD_ARCHIVE libzstd.a REQUIRED)
llvm_map_components_to_libnames(pad_llvm_archives
  native frontendopenmp ipo irreader linker orcjit passes remarks)
add_library(PadLLVM INTERFACE)
target_link_libraries(PadLLVM INTERFACE ${pad_llvm_archives})

get_property(pad_imported DIRECTORY PROPERTY IMPORTED_TARGETS)
foreach(target IN LISTS pad_imported)
  get_target_property(libraries ${target} INTERFACE_LINK_LIBRARIES)
  if(libraries)
    list(TRANSFORM libraries REPLACE "^LLVM$" PadLLVM)
    list(TRANSFORM libraries REPLACE "LINK_ONLY:LLVM>" "LINK_ONLY:PadLLVM>")
    list(TRANSFORM libraries REPLACE "^ZLIB::ZLIB$" "${PAD_ZLIB_ARCHIVE}")
    list(TRANSFORM libraries REPLACE "^zstd::.*" "${PAD_ZSTD_ARCHIVE}")
    # Only the solvers of clang and the manifests of Windows need these.
    list(FILTER libraries EXCLUDE REGEX "libz3|libxml2|LibXml2")
    set_target_properties(${target} PROPERTIES INTERFACE_LINK_LIBRARIES "${libraries}")
  endif()
endforeach()
