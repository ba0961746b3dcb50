-- serves: Security-Detail F1, Market-Watch F1, Data-Maintenance DAILY_MARKET (SD4, MW4, DM6)
-- plan:   Index Scan
-- note:   symbol first: every read names a symbol and a date or a run of dates.
ALTER TABLE daily_market
ADD CONSTRAINT daily_market_pkey PRIMARY KEY (dm_s_symb, dm_date);
