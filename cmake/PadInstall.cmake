# What `cmake --install` puts where: headers and .td files, libraries, tools, the
# plugin, and the files that find_package(Pad) reads.

include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/" "${PROJECT_BINARY_DIR}/include/"
        DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" COMPONENT dev
        FILES_MATCHING PATTERN "*.h" PATTERN "*.h.inc" PATTERN "*.td")

get_property(pad_libraries GLOBAL PROPERTY PAD_LIBRARIES)
foreach(library IN LISTS pad_libraries)
  target_include_directories(${library} SYSTEM INTERFACE
    "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>")
endforeach()
install(TARGETS ${pad_libraries} EXPORT PadTargets
        ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT dev)
install(EXPORT PadTargets NAMESPACE Pad:: COMPONENT dev
        DESTINATION "${CMAKE_INSTALL_LIBDIR}/cmake/Pad")
configure_package_config_file(
  "${CMAKE_CURRENT_LIST_DIR}/PadConfig.cmake.in"
  "${PROJECT_BINARY_DIR}/PadConfig.cmake"
  INSTALL_DESTINATION "${CMAKE_INSTALL_LIBDIR}/cmake/Pad")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/PadConfigVersion.cmake"
                                 COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/PadConfig.cmake"
              "${PROJECT_BINARY_DIR}/PadConfigVersion.cmake"
        DESTINATION "${CMAKE_INSTALL_LIBDIR}/cmake/Pad" COMPONENT dev)

install(TARGETS pad-lsp-server pad-opt pad-reduce pad-translate padc
        DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT tools)
install(TARGETS PadC
        LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT dev)
if(TARGET PadPlugin)
  install(TARGETS PadPlugin DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT tools)
endif()
