-- serves: Security-Detail F1, Market-Watch F1, Data-Maintenance DAILY_MARKET (SD4, MW4, DM6)
-- plan:   Index Only Scan
ALTER TABLE daily_market
ADD CONSTRAINT daily_market_pkey PRIMARY KEY (dm_s_symb, dm_date)
INCLUDE (dm_close, dm_high, dm_low, dm_vol);
