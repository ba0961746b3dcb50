#include <gtest/gtest.h>

#include <string>

#include "base/error.h"
#include "base/sha256.h"

namespace quartet {
namespace {

// FIPS 180-2, appendix B: one block, and two.
TEST(Sha256, GivesThePublishedDigests) {
  Sha256 one_block;
  one_block.add("abc");
  EXPECT_EQ(one_block.text(), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  Sha256 two_blocks;
  two_blocks.add("abcdbcdecdefdefgefghfghighijhijk");
  two_blocks.add("ijkljklmklmnlmnomnopnopq");
  EXPECT_EQ(two_blocks.text(), "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(Sha256().text(), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

TEST(Error, NamesFileAndLineAndKeepsItsExitCode) {
  const Error of_input = error_at("profiles/mine/profile.yaml", 3, "base is missing. Name one.");
  EXPECT_STREQ(of_input.what(), "profiles/mine/profile.yaml:3: base is missing. Name one.");
  EXPECT_EQ(of_input.exit_code(), kExitBadInput);
  EXPECT_EQ(error_at("x", 1, "y", kExitLoadFailed).exit_code(), kExitLoadFailed);
}

TEST(Error, IsReportedInOneLineThatNamesTheProgram) {
  testing::internal::CaptureStderr();
  const int exit_code = report_failure("quartet-load", kExitEnvironment, "no server", ". Start it.");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "quartet-load: no server. Start it.\n");
  EXPECT_EQ(exit_code, kExitEnvironment);
}

TEST(Error, NamesOfOthersReachNoTerminalRaw) {
  EXPECT_EQ(visible("a\n\x1b[2Jb\x7f \xC3\xA4"), "a\\u000a\\u001b[2Jb\\u007f \xC3\xA4");
  EXPECT_EQ(visible("\xC2\x9B \xE2\x80\xAE \xE2\x80\x93"), "\\u009b \\u202e \xE2\x80\x93");
  EXPECT_EQ(visible("\xE2"), "\xE2");
  EXPECT_STREQ(error_at("x\nvalid", 1, "y").what(), "x\\u000avalid:1: y");
  testing::internal::CaptureStderr();
  report_failure("quartet-load", kExitEnvironment, "server:\n\x1b[31mDETAIL");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "quartet-load: server:\n\\u001b[31mDETAIL\n");
}

}  // namespace
}  // namespace quartet
