// textlint rule: a sentence has at most 30 words, in a paragraph or in a cell of a table. In docs/benchmarks-history.md, which
// lists measurements with their conditions, it has at most 40.
//
// A word is what stands between spaces and has a letter or a digit. Inline code counts as one word. No
// published rule fits: textlint-rule-en-max-word-count, for one, ends a sentence at each line break.
'use strict';

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

// The text of a node, on one line: the segmenter would end a sentence at a line break.
function text(node) {
  if (node.type === 'Code') return 'Code';
  if (node.type === 'Break') return ' ';
  if (node.type === 'Str') return node.value.replace(/\s+/g, ' ');
  return node.children ? node.children.map(text).join('') : '';
}

module.exports = (context) => {
  const limit = /\/docs\/benchmarks-history\.md$/.test(context.getFilePath()) ? 40 : 30;
  const check = (node) => {
    for (const { segment } of sentences.segment(text(node))) {
      const words = segment.split(' ').filter((word) => /[\p{L}\p{N}]/u.test(word));
      if (words.length > limit) {
        const begin = words.slice(0, 6).join(' ');
        context.report(node, new context.RuleError(
          `the sentence "${begin} ..." has ${words.length} words. Split it; the limit is ${limit}.`));
      }
    }
  };
  return { [context.Syntax.Paragraph]: check, TableCell: check };
};
