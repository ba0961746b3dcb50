-- serves: Market-Watch F1 over a whole list (MWs)
-- plan:   Index Only Scan
-- note:   all symbols of one day lie together: a watch list of 100 symbols touches a few pages instead of 100.
CREATE INDEX daily_market_by_date
ON daily_market (dm_date, dm_s_symb)
INCLUDE (dm_close);
