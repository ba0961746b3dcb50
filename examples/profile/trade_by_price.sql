-- An index that the base does not have.
-- Without a statement, a file leaves out the index of its name.
CREATE INDEX trade_by_price ON trade (t_trade_price);
