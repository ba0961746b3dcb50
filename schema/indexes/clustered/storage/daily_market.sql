-- serves: Security-Detail F1, Market-Watch F1 (SD4, MW4)
-- note:   the days of a security lie together.
CLUSTER daily_market USING daily_market_pkey;
