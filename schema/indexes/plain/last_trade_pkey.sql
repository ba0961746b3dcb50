-- serves: Market-Feed F1, Market-Watch F1, Customer-Position F1, Security-Detail F1, Trade-Order F3/F4 (MF1, MW2,
--         CP3, SD5, TO7, TO15)
-- plan:   Index Scan
-- note:   never INCLUDE the price: all updates would cease to be HOT.
ALTER TABLE last_trade
ADD CONSTRAINT last_trade_pkey PRIMARY KEY (lt_s_symb);
