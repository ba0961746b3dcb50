/** Views of plans, progress and results: the text and the JSON that verbs print. */
package io.quartet.cli.view;
