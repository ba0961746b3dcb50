-- Brokers, 10 per Load Unit, with the totals of their completed trades.
CREATE TABLE broker (
    b_id         bigint NOT NULL
  , b_st_id      varchar(4) NOT NULL
  , b_name       varchar(49) NOT NULL
  , b_num_trades integer NOT NULL
  , b_comm_total numeric(12,2) NOT NULL
);
