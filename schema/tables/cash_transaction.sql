-- The cash side of completed cash trades.
CREATE TABLE cash_transaction (
    ct_t_id bigint NOT NULL
  , ct_dts  timestamp(3) NOT NULL
  , ct_amt  numeric(10,2) NOT NULL
  , ct_name varchar(100)
);
