package io.quartet.report.section;

/** A named fact, as recorded by the run. */
public record Fact(String name, String value) {}
