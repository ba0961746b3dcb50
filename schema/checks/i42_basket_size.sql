-- check: I42
-- class: A
-- title: an account trades at most 18 symbols
WITH traded AS (
  SELECT t_ca_id
       , t_s_symb
  FROM trade
  GROUP BY t_ca_id, t_s_symb
)
SELECT t_ca_id
     , count(*) AS symbols
FROM traded
GROUP BY t_ca_id
HAVING count(*) > 18;
