-- check: I51
-- class: L
-- title: daily prices and volumes
SELECT dm_s_symb
     , dm_date
FROM daily_market
WHERE dm_close NOT BETWEEN 20 AND 30
   OR abs(dm_high - dm_close * 1.05) > 0.0051
   OR abs(dm_low - dm_close * 0.92) > 0.0051
   OR dm_vol NOT BETWEEN 1000 AND 10000;
