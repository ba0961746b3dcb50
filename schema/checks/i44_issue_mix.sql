-- check: I44
-- class: A
-- title: 685 securities per Load Unit: 400, 50, 25, 15, 10 companies with 1 to 5 issues
WITH issued AS (
  SELECT (s_co_id - 1 - 4300000000) / 500 AS unit
       , s_co_id
       , count(*) AS issues
  FROM security
  GROUP BY 1, s_co_id
)
SELECT unit
     , issues
     , count(*) AS companies
FROM issued
GROUP BY unit, issues
HAVING count(*) IS DISTINCT FROM (ARRAY[400, 50, 25, 15, 10])[issues];
