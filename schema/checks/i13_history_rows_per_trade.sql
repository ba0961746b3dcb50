-- check: I13
-- class: A
-- title: 1 to 8 history rows per completed trade
WITH history AS (
  SELECT hh_t_id
       , count(*) AS history_rows
  FROM holding_history
  GROUP BY hh_t_id
)
SELECT t_id
     , coalesce(history_rows, 0) AS history_rows
FROM trade
LEFT JOIN history ON hh_t_id = t_id
WHERE t_st_id = 'CMPT'
  AND coalesce(history_rows, 0) NOT BETWEEN 1 AND 8;
