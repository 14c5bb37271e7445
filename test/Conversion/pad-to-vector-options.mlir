// RUN: not pad-opt %s --convert-pad-to-vector="vector-width=192" 2>&1 | FileCheck %s
// CHECK: Cannot find option named '192'
