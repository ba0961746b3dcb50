/**
 * What charts show, as values, and their drawings: shapes that the page shows as SVG and the
 * document for print as vectors.
 */
package io.quartet.report.internal.plot;
