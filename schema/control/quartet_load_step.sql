-- Manifest of a load: one row per finished step, written in the transaction that did it (after it, for a vacuum). A load that was broken off is
-- continued after it; when the load is complete, the checksums tell what the tables were filled with.
-- step: 'rows' (of the Load Units first_unit .. first_unit + units - 1, from 0), 'storage', 'index ...', 'vacuum', 'add foreign
-- keys', 'foreign keys'.
-- sha256: of the statements of 'storage' and 'index ...'; a change of the index profile drops those that differ.
-- checksum: of the rows in binary COPY form, whatever their order (loader/src/load/row_checksum.h).
CREATE TABLE quartet_load_step (
    table_name text NOT NULL
  , step text NOT NULL
  , first_unit integer NOT NULL DEFAULT 0
  , units integer NOT NULL DEFAULT 0
  , row_count bigint
  , checksum bigint
  , sha256 text
  , finished_at timestamptz NOT NULL DEFAULT clock_timestamp()
  , CONSTRAINT quartet_load_step_pkey PRIMARY KEY (table_name, step, first_unit)
);
