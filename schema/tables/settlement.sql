-- How a completed trade was settled; amounts are negative for buys.
CREATE TABLE settlement (
    se_t_id          bigint NOT NULL
  , se_cash_type     varchar(40) NOT NULL
  , se_cash_due_date date NOT NULL
  , se_amt           numeric(10,2) NOT NULL
);
