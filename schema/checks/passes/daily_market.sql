-- Every day of every security once. High and low follow from the close, which is one of 1001 prices.
WITH prices AS (
  SELECT hash_numeric_extended(close, hash_numeric_extended(round(close * 1.05, 2),
           hash_numeric_extended(round(close * 0.92, 2), 0))) AS price_hash
  FROM generate_series(20, 30, 0.01) AS close
), days AS (
  SELECT count(*) FILTER (
           WHERE dm_vol NOT BETWEEN 1000 AND 10000
              OR hash_numeric_extended(dm_close, hash_numeric_extended(dm_high, hash_numeric_extended(dm_low, 0)))
                 NOT IN (SELECT price_hash FROM prices)
         ) AS odd_prices
       , count(*) FILTER (
           WHERE dm_date NOT BETWEEN '2000-01-03' AND '2004-12-31'
              OR (dm_date - date '2000-01-03') % 7 > 4
         ) AS odd_days
       , sum(hashtextextended(dm_s_symb, 0)) AS symbols
       , sum(hashtextextended(dm_s_symb, 0)) FILTER (WHERE dm_date = '2000-01-03') AS first_symbols
       , sum(hashtextextended(dm_s_symb, 0)) FILTER (WHERE dm_date = '2004-12-31') AS last_symbols
  FROM daily_market
), securities AS (
  SELECT sum(hashtextextended(s_symb, 0)) AS symbols
  FROM security
)
SELECT abs(days.symbols - 1305 * securities.symbols)
       + abs(first_symbols - securities.symbols)
       + abs(last_symbols - securities.symbols)
       + odd_days AS i50
     , odd_prices AS i51
FROM days
CROSS JOIN securities;
