-- check: I02
-- class: A
-- title: broker commission total equals the commissions of the completed trades
WITH completed AS (
  SELECT ca_b_id
       , sum(t_comm) AS commission
  FROM trade
  JOIN customer_account ON ca_id = t_ca_id
  WHERE t_st_id = 'CMPT'
  GROUP BY ca_b_id
)
SELECT b_id
     , b_comm_total
     , coalesce(commission, 0) AS completed_commission
FROM broker
LEFT JOIN completed ON ca_b_id = b_id
WHERE b_comm_total <> coalesce(commission, 0);
