# What `cmake --install` puts where: headers and .td files, libraries, tools, the
# plugin, and the files that find_package(Pad) reads.

include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/" "${PROJECT_BINARY_DIR}/include/"
        DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" COMPONENT dev
        FILES_MATCHING PATTERN "*.h" PATTERN "*.h.inc" PATTERN "*.def" PATTERN "*.td" PATTERN CMakeFiles EXCLUDE)

get_property(pad_libraries GLOBAL PROPERTY PAD_LIBRARIES)
foreach(library IN LISTS pad_libraries)
  target_include_directories(${library} SYSTEM INTERFACE
    "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>")
endforeach()
install(TARGETS ${pad_libraries} EXPORT PadTargets
        ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT dev)
install(EXPORT PadTargets NAMESPACE Pad:: COMPONENT dev
        DESTINATION "${CMAKE_INSTALL_LIBDIR}/cmake/Pad")
get_property(PAD_FRONT_END_PACKAGES GLOBAL PROPERTY PAD_FRONT_END_PACKAGES)
configure_package_config_file(
  "${CMAKE_CURRENT_LIST_DIR}/PadConfig.cmake.in"
  "${PROJECT_BINARY_DIR}/PadConfig.cmake"
  INSTALL_DESTINATION "${CMAKE_INSTALL_LIBDIR}/cmake/Pad")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/PadConfigVersion.cmake"
                                 COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/PadConfig.cmake"
              "${PROJECT_BINARY_DIR}/PadConfigVersion.cmake"
        DESTINATION "${CMAKE_INSTALL_LIBDIR}/cmake/Pad" COMPONENT dev)

# The C API: a program needs the library, and what compiles one its link without a
# version.
target_include_directories(PadC INTERFACE "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>")
install(TARGETS PadC EXPORT PadTargets
        LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT runtime
        NAMELINK_COMPONENT dev)

install(TARGETS ${PAD_TOOLS} DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT tools)
if(TARGET PadPlugin)
  install(TARGETS PadPlugin DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT tools)
endif()
install(FILES ${PAD_MAN_PAGES} DESTINATION "${CMAKE_INSTALL_MANDIR}/man1" COMPONENT tools)
# bash looks for the completion of a command in a file with its name.
foreach(tool IN LISTS PAD_TOOLS)
  install(FILES "${PROJECT_SOURCE_DIR}/tools/completion/pad-tools.bash" RENAME "${tool}"
          DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions" COMPONENT tools)
endforeach()

# For packages; `pip install ./python` installs it elsewhere.
install(DIRECTORY "${PROJECT_SOURCE_DIR}/python/padkernels" COMPONENT python EXCLUDE_FROM_ALL
        DESTINATION "lib/python3/dist-packages"
        FILES_MATCHING PATTERN "*.py" PATTERN "*.cpp" PATTERN "*.h" PATTERN "py.typed" PATTERN "__pycache__" EXCLUDE)
