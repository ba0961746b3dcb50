-- How a completed trade was settled; amounts are negative for buys.
--
-- Grows by inserts: vacuumed after 2 % of new rows, so that index-only scans of young rows need few heap fetches.
CREATE TABLE settlement (
    se_t_id          bigint NOT NULL
  , se_cash_type     varchar(40) NOT NULL
  , se_cash_due_date date NOT NULL
  , se_amt           numeric(10,2) NOT NULL
)
WITH (
    autovacuum_vacuum_insert_scale_factor = 0.02
);
