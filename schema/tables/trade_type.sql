-- The five kinds of order: Market-Buy, Market-Sell, Stop-Loss, Limit-Sell, Limit-Buy.
CREATE TABLE trade_type (
    tt_id      varchar(3) NOT NULL
  , tt_name    varchar(12) NOT NULL
  , tt_is_sell boolean NOT NULL
  , tt_is_mrkt boolean NOT NULL
);
