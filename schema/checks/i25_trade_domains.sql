-- check: I25
-- class: L
-- title: quantities and prices of trades are possible ones, and no limit order has a worse price than its limit
SELECT t_id
FROM trade
WHERE t_qty NOT IN (100, 200, 400, 800)
   OR t_bid_price NOT BETWEEN 20 AND 30
   OR t_trade_price NOT BETWEEN 20 AND 30
   OR (t_tt_id = 'TLB' AND t_trade_price > t_bid_price)
   OR (t_tt_id = 'TLS' AND t_trade_price < t_bid_price);
