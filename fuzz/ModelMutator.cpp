//===- ModelMutator.cpp - Changed models ----------------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModelMutator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/LEB128.h"
#include "llvm/Support/raw_ostream.h"
#include <cstring>
#include <optional>
#include <vector>

using llvm::StringRef;
using Random = std::mt19937_64;

/// Numbers at the ends of what something takes.
static const int64_t kNumbers[] = {
    0,   1,     2,         3,         -1,        -2,        7,       16,
    255, 65536, INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN, 1 << 20, -7};

static int64_t drawNumber(Random &random) {
  return kNumbers[random() % std::size(kNumbers)];
}

//===----------------------------------------------------------------------===//
// Protobuf
//===----------------------------------------------------------------------===//

namespace {
/// A field of a message. One of bytes that are a message themselves has the
/// fields of that.
struct Field {
  uint64_t number = 0;
  unsigned wire = 0;
  uint64_t value = 0;
  std::string bytes;
  std::vector<Field> fields;
};
} // namespace

/// The fields of `bytes`, if these are a message.
static std::optional<std::vector<Field>> parseMessage(StringRef bytes,
                                                      int depth) {
  std::vector<Field> fields;
  auto readNumber = [&](uint64_t &number) {
    unsigned size = 0;
    const char *error = nullptr;
    number = llvm::decodeULEB128(bytes.bytes_begin(), &size, bytes.bytes_end(),
                                 &error);
    bytes = bytes.drop_front(error ? 0 : size);
    return !error && size;
  };
  while (!bytes.empty()) {
    Field field;
    uint64_t tag, size;
    if (!readNumber(tag) || tag >> 3 == 0 || tag >> 3 > 200)
      return std::nullopt;
    field.number = tag >> 3;
    field.wire = tag & 7;
    if (field.wire == 0) {
      if (!readNumber(field.value))
        return std::nullopt;
    } else if (field.wire == 1 || field.wire == 5 || field.wire == 2) {
      size = field.wire == 1 ? 8 : 4;
      if (field.wire == 2 && !readNumber(size))
        return std::nullopt;
      if (size > bytes.size())
        return std::nullopt;
      field.bytes = bytes.take_front(size).str();
      bytes = bytes.drop_front(size);
      bool isText = llvm::all_of(field.bytes, llvm::isPrint);
      if (field.wire == 2 && !isText && depth > 0)
        if (auto inner = parseMessage(field.bytes, depth - 1))
          field.fields = std::move(*inner);
    } else {
      return std::nullopt;
    }
    fields.push_back(std::move(field));
  }
  return fields;
}

static std::string writeMessage(const std::vector<Field> &fields) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  for (const Field &field : fields) {
    llvm::encodeULEB128(field.number << 3 | field.wire, stream);
    if (field.wire == 0) {
      llvm::encodeULEB128(field.value, stream);
      continue;
    }
    std::string bytes =
        field.fields.empty() ? field.bytes : writeMessage(field.fields);
    if (field.wire == 2)
      llvm::encodeULEB128(bytes.size(), stream);
    stream << bytes;
  }
  return text;
}

/// All messages below `fields`.
static void collect(std::vector<Field> &fields,
                    std::vector<std::vector<Field> *> &all) {
  all.push_back(&fields);
  for (Field &field : fields)
    if (!field.fields.empty())
      collect(field.fields, all);
}

static void mutateBytes(std::string &bytes, const std::string &other,
                        Random &random) {
  switch (random() % 4) {
  case 0:
    bytes = other;
    break;
  case 1: {
    // An element of a tensor.
    int64_t number = drawNumber(random);
    size_t width = random() % 2 ? 8 : 4, count = bytes.size() / width;
    if (count)
      memcpy(&bytes[random() % count * width], &number, width);
    break;
  }
  case 2:
    bytes.resize(random() % 2 ? bytes.size() / 2 : bytes.size() + 8);
    break;
  default:
    if (!bytes.empty())
      bytes[random() % bytes.size()] = static_cast<char>(random());
  }
}

static std::string mutateProtobuf(std::vector<Field> &model, Random &random) {
  std::vector<std::vector<Field> *> all;
  collect(model, all);
  std::vector<Field> &fields = *all[random() % all.size()];
  std::vector<Field> &others = *all[random() % all.size()];
  if (fields.empty() || others.empty())
    return writeMessage(model);
  size_t at = random() % fields.size();
  Field &field = fields[at];
  const Field other = others[random() % others.size()];
  switch (random() % 8) {
  case 0:
    fields.erase(fields.begin() + at);
    break;
  case 1:
    fields.insert(fields.begin() + at, Field(field));
    break;
  case 2:
    std::swap(field, fields[random() % fields.size()]);
    break;
  case 3:
    // Another field of the same kind.
    if (other.wire == field.wire) {
      uint64_t number = field.number;
      field = other;
      field.number = number;
    }
    break;
  default:
    if (field.wire == 0)
      field.value =
          random() % 2 ? drawNumber(random) : field.value + random() % 5 - 2;
    else if (field.fields.empty())
      mutateBytes(field.bytes, other.fields.empty() ? other.bytes : "", random);
    else
      field.number = 1 + random() % 20;
  }
  return writeMessage(model);
}

//===----------------------------------------------------------------------===//
// FlatBuffers
//===----------------------------------------------------------------------===//

/// Changes a field of a table: each has a list of where its fields are, and
/// begins with the distance to that.
static std::string mutateFlatBuffer(std::string bytes, Random &random) {
  using namespace llvm::support;
  auto read = [&](size_t at) -> int64_t {
    return at + 4 <= bytes.size() ? endian::read32le(&bytes[at]) : 0;
  };
  auto readShort = [&](size_t at) -> int64_t {
    return at + 2 <= bytes.size() ? endian::read16le(&bytes[at]) : 0;
  };
  auto write = [&](size_t at, int64_t number) {
    if (at + 4 <= bytes.size())
      endian::write32le(&bytes[at], static_cast<uint32_t>(number));
  };
  // Where tables may begin: the list before them begins with two sizes that
  // fit.
  std::vector<std::pair<size_t, size_t>> tables;
  const int64_t total = bytes.size();
  for (int64_t at = 8; at + 4 <= total; at += 4) {
    int64_t list = at - static_cast<int32_t>(read(at));
    if (list < 4 || list + 4 > total)
      continue;
    int64_t size = readShort(list), tableSize = readShort(list + 2);
    if (size >= 4 && size <= 128 && size % 2 == 0 && list + size <= total &&
        tableSize >= 4 && tableSize <= 256 && at + tableSize <= total)
      tables.push_back({static_cast<size_t>(at), static_cast<size_t>(list)});
  }
  if (tables.empty())
    return bytes;
  auto [table, list] = tables[random() % tables.size()];
  size_t count = (readShort(list) - 4) / 2;
  if (!count)
    return bytes;
  size_t slot = list + 4 + 2 * (random() % count);
  size_t field = table + readShort(slot);
  switch (random() % 5) {
  case 0:
    // The field is absent.
    endian::write16le(&bytes[slot], 0);
    break;
  case 1:
    write(field, drawNumber(random));
    break;
  case 2:
    write(field, read(field) + static_cast<int64_t>(random() % 5) - 2);
    break;
  case 3: {
    // A number in the list that the field points at.
    size_t vector = field + read(field);
    int64_t size = vector + 4 <= bytes.size() ? read(vector) : 0;
    write(size > 0 && size < 4096 && random() % 4
              ? vector + 4 + 4 * (random() % size)
              : vector,
          drawNumber(random));
    break;
  }
  default:
    // What another table has there.
    write(field, read(tables[random() % tables.size()].first + 4));
  }
  return bytes;
}

//===----------------------------------------------------------------------===//
// JSON and XML
//===----------------------------------------------------------------------===//

static void collect(llvm::json::Value &value,
                    std::vector<llvm::json::Value *> &all) {
  all.push_back(&value);
  if (llvm::json::Object *object = value.getAsObject())
    for (auto &member : *object)
      collect(member.second, all);
  if (llvm::json::Array *array = value.getAsArray())
    for (llvm::json::Value &element : *array)
      collect(element, all);
}

static std::string mutateJson(llvm::json::Value &model, Random &random) {
  std::vector<llvm::json::Value *> all;
  collect(model, all);
  llvm::json::Value &value = *all[random() % all.size()];
  llvm::json::Array *array = value.getAsArray();
  llvm::json::Object *object = value.getAsObject();
  if (array && !array->empty() && random() % 2) {
    size_t at = random() % array->size();
    if (random() % 2)
      array->erase(array->begin() + at);
    else
      array->push_back(llvm::json::Value((*array)[at]));
  } else if (object && !object->empty() && random() % 2) {
    auto member = std::next(object->begin(), random() % object->size());
    object->erase(member->first);
  } else if (random() % 2) {
    int64_t number = drawNumber(random);
    if (value.getAsString())
      value = std::to_string(number);
    else
      value = number;
  } else {
    llvm::json::Value other = *all[random() % all.size()];
    value = std::move(other);
  }
  return llvm::formatv("{0}", model);
}

/// Changes the value of an attribute, or a line.
static std::string mutateXml(const std::string &text, Random &random) {
  std::vector<std::pair<size_t, size_t>> values, lines;
  for (size_t at = 0; (at = text.find('"', at)) != std::string::npos;) {
    size_t end = text.find('"', at + 1);
    if (end == std::string::npos)
      break;
    values.push_back({at + 1, end});
    at = end + 1;
  }
  for (size_t at = 0; at < text.size();) {
    size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
    lines.push_back({at, end});
    at = end;
  }
  std::string result = text;
  auto get = [&](std::pair<size_t, size_t> range) {
    return text.substr(range.first, range.second - range.first);
  };
  if (!values.empty() && random() % 4) {
    auto [begin, end] = values[random() % values.size()];
    std::string by = random() % 2 ? get(values[random() % values.size()])
                                  : std::to_string(drawNumber(random));
    // One of a list.
    std::string old = text.substr(begin, end - begin);
    size_t comma = old.find(',');
    if (comma != std::string::npos && random() % 2)
      by += old.substr(comma);
    return result.replace(begin, end - begin, by);
  }
  if (lines.empty())
    return result;
  auto [begin, end] = lines[random() % lines.size()];
  std::string other = get(lines[random() % lines.size()]);
  if (random() % 2)
    return result.erase(begin, end - begin);
  return result.insert(begin, random() % 2 ? other : get({begin, end}));
}

std::string mutateModel(const std::string &model, Random &random) {
  StringRef text = model;
  if (text.drop_front(std::min<size_t>(4, text.size())).starts_with("TFL3"))
    return mutateFlatBuffer(model, random);
  if (text.ltrim().starts_with("<"))
    return mutateXml(model, random);
  if (text.ltrim().starts_with("{") || text.ltrim().starts_with("[")) {
    if (auto value = llvm::json::parse(text))
      return mutateJson(*value, random);
    else
      llvm::consumeError(value.takeError());
  }
  if (auto fields = parseMessage(text, 12))
    return mutateProtobuf(*fields, random);
  return model;
}
