-- When a trade reached each of its states.
--
-- Grows by inserts: vacuumed after 2 % of new rows, so that index-only scans of young rows need few heap fetches.
CREATE TABLE trade_history (
    th_t_id  bigint NOT NULL
  , th_dts   timestamp(3) NOT NULL
  , th_st_id varchar(4) NOT NULL
)
WITH (
    autovacuum_vacuum_insert_scale_factor = 0.02
);
