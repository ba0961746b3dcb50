-- The cash side of completed cash trades.
--
-- Grows by inserts: vacuumed after 2 % of new rows, so that index-only scans of young rows need few heap fetches.
CREATE TABLE cash_transaction (
    ct_t_id bigint NOT NULL
  , ct_dts  timestamp(3) NOT NULL
  , ct_amt  numeric(10,2) NOT NULL
  , ct_name varchar(100)
)
WITH (
    autovacuum_vacuum_insert_scale_factor = 0.02
);
