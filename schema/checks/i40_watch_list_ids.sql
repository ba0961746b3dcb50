-- check: I40
-- class: A
-- title: one watch list per customer, in the id block of its Load Unit
SELECT wl_id
FROM watch_list
WHERE (wl_id - 1 - 4300000000) / 1000 <> (wl_c_id - 1 - 4300000000) / 1000
UNION ALL
SELECT min(wl_id)
FROM watch_list
GROUP BY wl_c_id
HAVING count(*) <> 1;
