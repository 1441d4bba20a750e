import CData

/// What is wrong with a JSON text, in words that say nothing of the library that read it.
func complaint(about fault: json_error_t) -> String {
  var fault = fault
  let (words, number) = withUnsafeBytes(of: &fault.text) { text in
    // jansson keeps the code of the error in the last byte (json_error_code).
    (String(decoding: text.prefix { $0 != 0 }, as: UTF8.self), UInt32(text.last ?? 0))
  }
  return switch json_error_code(rawValue: number) {
  case json_error_out_of_memory: "there is not enough memory for it"
  case json_error_stack_overflow: "it is nested too deep"
  case json_error_invalid_utf8: "it is not UTF-8"
  case json_error_premature_end_of_input: "it ends too early"
  case json_error_end_of_input_expected: "more stands behind its end"
  case json_error_null_character, json_error_null_byte_in_key: "a string in it holds a zero character"
  case json_error_numeric_overflow: "a number in it is too large"
  default: words
  }
}
