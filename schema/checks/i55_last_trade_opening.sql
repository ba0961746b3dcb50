-- check: I55
-- class: L
-- title: LAST_TRADE is dated at the start of the next business day and has no volume
SELECT lt_s_symb
FROM last_trade
CROSS JOIN quartet_load
WHERE lt_vol <> 0
   OR lt_price <> lt_open_price
   OR lt_dts <> timestamp '2005-01-03 09:00' + (trade_days / 5 * 7 + trade_days % 5) * interval '1 day';
