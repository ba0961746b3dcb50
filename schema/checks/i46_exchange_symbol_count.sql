-- check: I46
-- class: A
-- title: each exchange counts exactly its loaded securities
WITH listed AS (
  SELECT s_ex_id
       , count(*) AS securities
  FROM security
  GROUP BY s_ex_id
)
SELECT ex_id
     , ex_num_symb
     , coalesce(securities, 0) AS securities
FROM exchange
LEFT JOIN listed ON s_ex_id = ex_id
WHERE ex_num_symb <> coalesce(securities, 0);
