//===- PugiXML.h - pugixml without exceptions -------------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Debian's library throws in XPath only; without it, and without exceptions,
// its interface is what it was compiled with.

#ifndef PAD_LIB_IMPORT_OPENVINO_PUGIXML_H
#define PAD_LIB_IMPORT_OPENVINO_PUGIXML_H

#define PUGIXML_NO_EXCEPTIONS
#define PUGIXML_NO_XPATH
#include <pugixml.hpp>

#endif // PAD_LIB_IMPORT_OPENVINO_PUGIXML_H
