-- check: I32
-- class: A
-- title: number of accounts of a customer lies in the range of its tier
WITH owned AS (
  SELECT ca_c_id
       , count(*) AS accounts
  FROM customer_account
  GROUP BY ca_c_id
)
SELECT c_id
     , c_tier
     , coalesce(accounts, 0) AS accounts
FROM customer
LEFT JOIN owned ON ca_c_id = c_id
WHERE coalesce(accounts, 0) NOT BETWEEN CASE c_tier WHEN 1 THEN 1 WHEN 2 THEN 2 ELSE 5 END
                                    AND CASE c_tier WHEN 1 THEN 4 WHEN 2 THEN 8 ELSE 10 END;
