-- Every change a trade made to a lot, its creation included.
--
-- Grows by inserts: vacuumed after 2 % of new rows, so that index-only scans of young rows need few heap fetches.
CREATE TABLE holding_history (
    hh_h_t_id     bigint NOT NULL
  , hh_t_id       bigint NOT NULL
  , hh_before_qty integer NOT NULL
  , hh_after_qty  integer NOT NULL
)
WITH (
    autovacuum_vacuum_insert_scale_factor = 0.02
);
