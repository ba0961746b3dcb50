-- check: I28
-- class: L
-- title: trades complete on weekdays, 9:00 to 17:01, at most 16 minutes into the day after the last
SELECT t_id
FROM trade
CROSS JOIN quartet_load
WHERE extract(isodow FROM t_dts) > 5
   OR t_dts::time NOT BETWEEN '09:00' AND '17:01'
   OR t_dts < '2005-01-03 09:00'
   OR t_dts > timestamp '2005-01-03 09:16' + (trade_days / 5 * 7 + trade_days % 5) * interval '1 day';
