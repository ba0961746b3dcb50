-- check: I41
-- class: A
-- title: 50 to 150 items per watch list
WITH items AS (
  SELECT wi_wl_id
       , count(*) AS items
  FROM watch_item
  GROUP BY wi_wl_id
)
SELECT wl_id
     , coalesce(items, 0) AS items
FROM watch_list
LEFT JOIN items ON wi_wl_id = wl_id
WHERE coalesce(items, 0) NOT BETWEEN 50 AND 150;
