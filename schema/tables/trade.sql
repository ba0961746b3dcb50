-- All orders, completed or not. t_dts is the completion time of a completed trade, t_trade_price is NULL until then.
CREATE TABLE trade (
    t_id          bigint NOT NULL
  , t_dts         timestamp(3) NOT NULL
  , t_st_id       varchar(4) NOT NULL
  , t_tt_id       varchar(3) NOT NULL
  , t_is_cash     boolean NOT NULL
  , t_s_symb      varchar(15) NOT NULL
  , t_qty         integer NOT NULL
  , t_bid_price   numeric(8,2) NOT NULL
  , t_ca_id       bigint NOT NULL
  , t_exec_name   varchar(49) NOT NULL
  , t_trade_price numeric(8,2)
  , t_chrg        numeric(10,2) NOT NULL
  , t_comm        numeric(10,2) NOT NULL
  , t_tax         numeric(10,2) NOT NULL
  , t_lifo        boolean NOT NULL
);
