-- check: I39
-- class: A
-- title: every address belongs to exactly one exchange, company or customer
WITH owners AS (
  SELECT owned_ad_id
       , count(*) AS owners
  FROM (
              SELECT ex_ad_id AS owned_ad_id FROM exchange
    UNION ALL SELECT co_ad_id FROM company
    UNION ALL SELECT c_ad_id FROM customer
  ) AS owned
  GROUP BY owned_ad_id
)
SELECT ad_id
     , owners
FROM address
LEFT JOIN owners ON owned_ad_id = ad_id
WHERE owners IS DISTINCT FROM 1;
