# Debian packages: scripts/packages runs cpack with what is set here.

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME pad-mlir)
set(CPACK_PACKAGE_VENDOR "The Pad project")
set(CPACK_PACKAGE_CONTACT "The Pad project")
set(CPACK_PACKAGE_DIRECTORY "${PROJECT_BINARY_DIR}/packages")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_COMPONENTS_ALL runtime dev tools python)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING ONE_PER_GROUP)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

# The libraries that a file needs are found by dpkg-shlibdeps.
set(CPACK_DEBIAN_ENABLE_COMPONENT_DEPENDS OFF)
set(pad_soversion "${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}")
set(pad_runtime_package "libpad-mlir${pad_soversion}")

set(CPACK_COMPONENT_RUNTIME_DESCRIPTION "libPadC compiles pads of arrays and tensors for the processor that it runs on.")
set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME "${pad_runtime_package}")
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SUGGESTS libomp5)

set(CPACK_COMPONENT_DEV_DESCRIPTION "The dialect, its passes and pipelines for tools of one's own (find_package(Pad)), and the
headers of the C API.")
set(CPACK_DEBIAN_DEV_PACKAGE_NAME libpad-mlir-dev)
set(CPACK_DEBIAN_DEV_PACKAGE_SECTION libdevel)
# PadConfig.cmake asks for the very MLIR that the libraries were built with.
string(JOIN ", " CPACK_DEBIAN_DEV_PACKAGE_DEPENDS
  "${pad_runtime_package} (= ${PROJECT_VERSION})"
  "libmlir-${LLVM_VERSION_MAJOR}-dev (>= 1:${LLVM_PACKAGE_VERSION}~)"
  "libmlir-${LLVM_VERSION_MAJOR}-dev (<< 1:${LLVM_PACKAGE_VERSION}.0~)"
  "mlir-${LLVM_VERSION_MAJOR}-tools" "llvm-${LLVM_VERSION_MAJOR}-dev"
  libonnx-dev libprotobuf-dev libpugixml-dev)

set(CPACK_COMPONENT_TOOLS_DESCRIPTION "The tools pad-opt, padc, pad-translate, pad-reduce, pad-lsp-server,
and a plugin for mlir-opt.")
set(CPACK_DEBIAN_TOOLS_PACKAGE_NAME pad-mlir-tools)
set(CPACK_DEBIAN_TOOLS_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_TOOLS_PACKAGE_SHLIBDEPS ON)
# padc links shared objects, and the plugin is for mlir-opt.
set(CPACK_DEBIAN_TOOLS_PACKAGE_RECOMMENDS
    "lld-${LLVM_VERSION_MAJOR}, mlir-${LLVM_VERSION_MAJOR}-tools")
set(CPACK_DEBIAN_TOOLS_PACKAGE_SUGGESTS libomp5)

set(CPACK_COMPONENT_PYTHON_DESCRIPTION "padkernels pads arrays of numpy, and of PyTorch by DLPack, with
native kernels.")
set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-padkernels)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
set(CPACK_DEBIAN_PYTHON_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS
    "${pad_runtime_package} (>= ${PROJECT_VERSION}), python3 (>= 3.9), python3-numpy")
set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_EXTRA
    "${CMAKE_CURRENT_LIST_DIR}/python3-padkernels/postinst"
    "${CMAKE_CURRENT_LIST_DIR}/python3-padkernels/prerm")

# Each package has the license.
foreach(component IN LISTS CPACK_COMPONENTS_ALL)
  string(TOUPPER "${component}" upper)
  install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" RENAME copyright
          DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/${CPACK_DEBIAN_${upper}_PACKAGE_NAME}"
          COMPONENT "${component}" EXCLUDE_FROM_ALL)
endforeach()

include(CPack)
