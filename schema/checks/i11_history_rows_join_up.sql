-- check: I11
-- class: A
-- title: in consecutive history rows of a lot, the quantity before equals the previous quantity after
WITH ordered AS (
  SELECT hh_h_t_id
       , hh_t_id
       , hh_before_qty
       , lag(hh_after_qty, 1, 0) OVER (
           PARTITION BY hh_h_t_id
           ORDER BY (hh_t_id <> hh_h_t_id), abs(hh_before_qty) DESC
         ) AS previous_qty
  FROM holding_history
)
SELECT hh_h_t_id
     , hh_t_id
     , hh_before_qty
     , previous_qty
FROM ordered
WHERE hh_before_qty <> previous_qty;
