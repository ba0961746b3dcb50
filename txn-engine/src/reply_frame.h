// The reply of the engine as bytes for Java; grammar in doc/jni-frame.md.
#ifndef QUARTET_REPLY_FRAME_H
#define QUARTET_REPLY_FRAME_H

#include <string>

#include "quartet/engine.h"

namespace quartet {

[[nodiscard]] std::string reply_frame(const quartet_reply& reply);

}  // namespace quartet

#endif  // QUARTET_REPLY_FRAME_H
