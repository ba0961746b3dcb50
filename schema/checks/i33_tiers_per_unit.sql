-- check: I33
-- class: L
-- title: 200, 600, 200 customers and 500, 3000, 1500 accounts per Load Unit and tier
SELECT (c_id - 1 - 4300000000) / 1000 AS unit
     , c_tier
     , count(DISTINCT c_id) AS customers
     , count(ca_id) AS accounts
FROM customer
JOIN customer_account ON ca_c_id = c_id
GROUP BY 1, c_tier
HAVING count(DISTINCT c_id) <> CASE c_tier WHEN 2 THEN 600 ELSE 200 END
    OR count(ca_id) <> CASE c_tier WHEN 1 THEN 500 WHEN 2 THEN 3000 ELSE 1500 END;
