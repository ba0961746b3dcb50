-- check: I30
-- class: A
-- title: customer ids are contiguous and start at the base
SELECT min(c_id) AS first_id
     , max(c_id) AS last_id
     , count(*) AS customers
FROM customer
HAVING min(c_id) <> 4300000001
    OR max(c_id) - min(c_id) + 1 <> count(*);
