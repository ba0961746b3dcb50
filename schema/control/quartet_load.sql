-- What this database holds: one row, written before the first table and marked complete after the last step of a load.
-- The checks read their parameters here. A seed above 2^63 - 1 is stored as its two's complement. generator is the
-- version of the rows (control/generator_version): another version makes other rows of the same seed.
-- schema_sha256 is the SHA-256 of the statements that made tables, indexes, constraints and sequence: a profile that was
-- edited since is another one, whatever its name. tables_sha256 is the same without the statements of the profile: while
-- it is equal, the indexes can be changed without a load.
CREATE TABLE quartet_load (
    load_units  integer NOT NULL
  , trade_days  integer NOT NULL
  , news_length integer NOT NULL
  , seed        bigint NOT NULL
  , indexes     text NOT NULL
  , role        text NOT NULL
  , generator   integer NOT NULL
  , schema_sha256 text NOT NULL
  , tables_sha256 text NOT NULL
  , is_complete boolean NOT NULL
);
