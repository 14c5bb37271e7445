// RUN: not pad-opt %s --convert-pad-to-vector="vector-width=192" 2>&1 | FileCheck %s
// CHECK: error: vector-width is 192, but --convert-pad-to-vector has 128, 256 and 512 bits; 0 takes the host's
