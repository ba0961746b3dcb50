-- Brokers, 10 per Load Unit, with the totals of their completed trades.
--
-- Every Trade-Result of a broker updates the same row: few rows per page, so that there is room for many versions and
-- every update is HOT.
CREATE TABLE broker (
    b_id         bigint NOT NULL
  , b_st_id      varchar(4) NOT NULL
  , b_name       varchar(49) NOT NULL
  , b_num_trades integer NOT NULL
  , b_comm_total numeric(12,2) NOT NULL
)
WITH (
    fillfactor = 10
  , autovacuum_vacuum_scale_factor = 0.5
);
