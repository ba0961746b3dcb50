-- check: I50
-- class: A
-- title: every security has all 1305 weekdays of the five years
WITH days AS (
  SELECT dm_s_symb
       , count(*) AS days
       , min(dm_date) AS first_day
       , max(dm_date) AS last_day
       , count(*) FILTER (WHERE (dm_date - date '2000-01-03') % 7 NOT BETWEEN 0 AND 4) AS weekend_days
  FROM daily_market
  GROUP BY dm_s_symb
)
SELECT s_symb
     , days
     , first_day
     , last_day
FROM security
LEFT JOIN days ON dm_s_symb = s_symb
WHERE days IS DISTINCT FROM 1305
   OR first_day <> '2000-01-03'
   OR last_day <> '2004-12-31'
   OR weekend_days > 0;
