-- check: I51
-- class: L
-- title: daily prices and volumes are in their ranges, high and low follow from the close
-- High and low follow from the close, so few combinations exist and grouping first spares most of the arithmetic.
SELECT dm_close
     , dm_high
     , dm_low
     , count(*) AS daily_rows
FROM daily_market
GROUP BY dm_close, dm_high, dm_low
HAVING dm_close NOT BETWEEN 20 AND 30
    OR abs(dm_high - dm_close * 1.05) > 0.0051
    OR abs(dm_low - dm_close * 0.92) > 0.0051
    OR min(dm_vol) < 1000
    OR max(dm_vol) > 10000;
